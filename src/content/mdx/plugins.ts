/** Plug-ins of remark and rehype, with errors that name them. */
import type { CompileOptions } from '@mdx-js/mdx';
import type { ContentPlugin } from '../../api/user-config.ts';
import { SitegenError } from '../../shared/errors.ts';
import { refuseMistakes, type ContentFile, type ContentMistake } from '../content-problem.ts';
import { describeThrown } from '../describe-thrown.ts';
import { splitPlugin } from '../reading.ts';

type Plugins = NonNullable<CompileOptions['remarkPlugins']>;

/** https://github.com/unifiedjs/unified#transformer */
type Transform = (
  tree: unknown,
  file: unknown,
  next?: (error: Error | null | undefined, tree?: unknown) => void,
) => unknown;

/**
 * @param option of the config: `mdx.remarkPlugins`
 * @param root of the project, absolute
 */
export function namePlugins(
  plugins: readonly ContentPlugin[],
  option: string,
  content: ContentFile,
  root: string,
): Plugins {
  return plugins.map((given, index) => {
    const [attach, ...options] = splitPlugin(given);
    const name = `${option}[${index}]${attach.name && ` (${attach.name})`}`;
    const fail = (failure: unknown): never => {
      if (!(failure instanceof SitegenError)) refuseMistakes(content, [describeFailure(failure, name, root)]);
      throw failure;
    };
    return function named(this: unknown) {
      try {
        const transform = attach.apply(this, options);
        if (typeof transform !== 'function') return undefined;
        return (tree: unknown, file: unknown) => run(transform as Transform, tree, file).catch(fail);
      } catch (failure) {
        return fail(failure);
      }
    };
  }) as Plugins;
}

async function run(transform: Transform, tree: unknown, file: unknown): Promise<unknown> {
  if (transform.length < 3) return transform(tree, file);
  return new Promise((resolve, reject) => {
    transform(tree, file, (error, changed) => (error ? reject(error) : resolve(changed)));
  });
}

/** `file.fail('…', node)` throws the first kind: https://github.com/vfile/vfile-message */
function describeFailure(failure: unknown, name: string, root: string): ContentMistake {
  const { reason, line, column } = Object(failure) as { reason?: string; line?: number; column?: number };
  if (typeof reason !== 'string') {
    const { message, calls: [call] = [] } = describeThrown(root, `The plug-in ${name}`, failure);
    return { message: call === undefined ? message : `${message} at ${call}`, line: 1 };
  }
  return { message: `${reason} (reported by the plug-in ${name})`, line: line ?? 1, column };
}
