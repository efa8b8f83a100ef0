/** Sets up the process like bin/run.js: tests run commands in their own process. */
process.env.TZ = 'UTC';
process.umask(0o022);
