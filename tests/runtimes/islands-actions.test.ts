import { describe, expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { openIslands } from '../helpers/islands.ts';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';

const browser = useBrowser();

const FORM = `const { useActionState } = React;
function Form() {
  const [names, action, isPending] = useActionState(async (old: string[], data: FormData) => [...old, String(data.get('name'))], []);
  return <form action={action}><input name="name" aria-label="Name" required /><button>Send</button>
    <output>{isPending ? 'pending' : names.join()}</output></form>;
}`;

describe.runIf(RUNTIMES.includes('react'))('on react, a form action', () => {
  test.each(['load', 'interaction'])(
    'receives the submitted data, and the page needs no inline script (%s)',
    async (when) => {
      const { tab, hydrate, messages } = await openIslands(browser(), {
        runtime: 'react',
        islands: { form: FORM },
        body: `<Form hydrate="${when}" />`,
      });
      const sent = await tab.locator('sitegen-island').innerHTML();

      await hydrate();
      for (const name of ['Ada', 'Grace']) {
        await tab.getByLabel('Name').fill(name);
        await tab.getByRole('button').click();
        await tab.locator('output', { hasText: name }).waitFor();
      }

      expect(sent).toContain('<form method="dialog">');
      expect(sent).not.toContain('script');
      expect(await tab.locator('output').textContent()).toBe('Ada,Grace');
      expect(messages).toEqual([]);
    },
  );
});

describe.runIf(RUNTIMES.includes('preact'))('on preact', () => {
  const build = async (code: string) => {
    const project = await makeProject({
      'sitegen.config.ts': `export default { islands: { runtime: 'preact' } };`,
      'templates/islands/part.tsx': `import { island } from 'sitegen';\n${code}\nexport default island('part', Part);`,
      'templates/pages/index.tsx': page('Home', '<Part />', `import Part from '../islands/part.tsx';`),
    });
    const { stdout } = await sitegen(project.root, 'build', '--json');
    return (JSON.parse(stdout) as { diagnostics: { code: string; place?: { file: string; line?: number } }[] })
      .diagnostics;
  };

  test.each([
    ['a function as an action', 'function Part() {\n  return <form action={() => {}} />;\n}', 3],
    ['a hook', `import { useActionState } from 'react';\nconst Part = () => <p>{String(useActionState)}</p>;`, 2],
    ['a member of React', `import * as R from 'react';\nconst Part = () => <p>{String(R.useOptimistic)}</p>;`, 3],
  ])('%s is unsupported, and an error with its line', async (_what, code, line) => {
    expect(await build(code)).toMatchObject([
      { code: 'preact-gap', severity: 'error', place: { file: 'templates/islands/part.tsx', line } },
    ]);
  });
});
