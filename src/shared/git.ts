/**
 * For every call: the user may not own the repository, as in a container, and git must not run anything that its config
 * names.
 */
export const GIT_SETTINGS: readonly string[] = ['-c', 'safe.directory=*', '-c', 'core.fsmonitor=false'];

/** The environment for a call. In a hook, variables of git belong to another command. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  return { ...env, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1' };
}
