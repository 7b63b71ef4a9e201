# Makes both installers on a Windows machine, signed where CERTIFICATE (a .pfx in base64) and CERTIFICATE_PASSWORD are set. The bundler signs by the
# thumbprint of a certificate in the user's store and stamps the time by TIMESTAMP_URL; the certificate is taken out of the store again whatever happens.
$ErrorActionPreference = 'Stop'
Set-Location (Join-Path $PSScriptRoot '..\..')

$arguments = @('xtask', 'bundle', '--target', 'x86_64-pc-windows-msvc', '--bundles', 'msi,nsis')
$imported = $null
try {
    if ($env:CERTIFICATE) {
        if (-not $env:TIMESTAMP_URL) { throw 'TIMESTAMP_URL is not set: a signature without a time ends with its certificate' }
        $file = Join-Path ([IO.Path]::GetTempPath()) 'brokerscope-signing.pfx'
        [IO.File]::WriteAllBytes($file, [Convert]::FromBase64String($env:CERTIFICATE))
        $password = ConvertTo-SecureString $env:CERTIFICATE_PASSWORD -AsPlainText -Force
        $imported = Import-PfxCertificate -FilePath $file -CertStoreLocation Cert:\CurrentUser\My -Password $password
        Remove-Item $file
        $signing = @{ bundle = @{ windows = @{
            certificateThumbprint = $imported.Thumbprint; digestAlgorithm = 'sha256'; timestampUrl = $env:TIMESTAMP_URL; tsp = $true
        } } }
        $config = Join-Path ([IO.Path]::GetTempPath()) 'brokerscope-signing.json'
        [IO.File]::WriteAllText($config, ($signing | ConvertTo-Json -Depth 5))
        $arguments += @('--config', $config)
    } else {
        Write-Warning 'no certificate: these installers are not signed'
    }
    & cargo @arguments
    if ($LASTEXITCODE -ne 0) { throw "cargo xtask bundle ended with $LASTEXITCODE" }
} finally {
    if ($imported) { Remove-Item "Cert:\CurrentUser\My\$($imported.Thumbprint)" }
}
