/** Lets everything that a test file stores lie in the folder of the run. */
const { SARAL_TEST_FOLDER: folder } = process.env
if (folder) process.env.TMPDIR = folder
