import { inject } from 'vitest';

/** The address of something that all test files share (shared.ts), which is started if this is the first to ask for it. */
export async function addressOf(name: string): Promise<string> {
  const response = await fetch(`${inject('shared')}/${name}`);
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}
