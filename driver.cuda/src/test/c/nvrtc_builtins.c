/* What the stand-in for NVRTC looks for. */
int nvrtc_builtins_of_the_stand_in;
