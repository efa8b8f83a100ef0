/** Sets up the process as bin/run.js does: tests run commands in their own process. */
process.env.TZ = 'UTC';
process.umask(0o022);
