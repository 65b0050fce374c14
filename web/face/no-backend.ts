/** Replaces the TensorFlow.js backends that we do not ship. */
export {}
