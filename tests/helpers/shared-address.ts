import { inject } from 'vitest';

/** The address of a resource shared by all test files (shared.ts). The first request starts it. */
export async function addressOf(name: string): Promise<string> {
  const response = await fetch(`${inject('shared')}/${name}`);
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}
