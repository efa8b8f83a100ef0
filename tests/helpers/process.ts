/** What bin/run.js sets before it runs a command. Tests run commands in their own process. */
process.env.TZ = 'UTC';
process.umask(0o022);
