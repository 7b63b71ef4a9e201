; What the bundler's installer for one user does not do by itself: the command line is found by its name in a new terminal. User data is never touched,
; neither by an upgrade nor by a removal.

!macro NSIS_HOOK_POSTINSTALL
  ; "App Paths" serves the Run dialog and `start`; the PATH stays the user's, since editing it from NSIS truncates long ones.
  WriteRegStr SHCTX "Software\Microsoft\Windows\CurrentVersion\App Paths\brokerscope.exe" "" "$INSTDIR\brokerscope.exe"
!macroend

!macro NSIS_HOOK_POSTUNINSTALL
  DeleteRegKey SHCTX "Software\Microsoft\Windows\CurrentVersion\App Paths\brokerscope.exe"
!macroend
