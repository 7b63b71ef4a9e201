//! Signing in over SASL: what it costs requests that are under way, and that a refusal is not tried again and again.

mod a_broker_that_is_another_says_so;
mod a_failure_on_the_way_is_tried_again;
mod a_refused_password_is_not_tried_again;
mod case_32_version_intersection;
mod case_33_renewed_under_load;
mod each_misfit_of_listener_and_client_is_told;
mod ground;
mod no_secret_is_shown;
