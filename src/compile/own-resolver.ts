import type { OnResolveArgs, PluginBuild, ResolveOptions, ResolveResult } from 'esbuild';

/** Lets a plugin find a file as esbuild and the other plugins do, without being called again. */
export interface OwnResolver {
  readonly resolve: (specifier: string, options: Omit<ResolveOptions, 'pluginData'>) => Promise<ResolveResult>;
  /** True if the plugin itself asks. */
  readonly isAsking: (args: OnResolveArgs) => boolean;
}

/** @param build the argument of the plugin's `setup` */
export function createOwnResolver(build: PluginBuild): OwnResolver {
  const own = Symbol('own');
  return {
    resolve: (specifier, options) => build.resolve(specifier, { ...options, pluginData: own }),
    isAsking: ({ pluginData }) => pluginData === own,
  };
}
