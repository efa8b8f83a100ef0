import { VARIABLES, WORKING_DIRECTORY, answer } from '../cache/answers.ts';
import type { Recorder } from './recorder.ts';

/** Records which variables are read, however that is done, and whether the working directory is. */
export function trackEnvironment(recorder: Recorder): void {
  process.env = watchVariables(process.env, recorder);
  const cwd = process.cwd.bind(process);
  process.cwd = () => {
    if (recorder.isSiteCode()) recorder.addAnswer(WORKING_DIRECTORY, () => answer(WORKING_DIRECTORY));
    return cwd();
  };
}

function watchVariables(env: NodeJS.ProcessEnv, recorder: Recorder): NodeJS.ProcessEnv {
  /** Set by code of the site: what it reads there is its own. */
  const assigned = new Set<string | symbol>();
  const record = (name: string | symbol) => {
    if (typeof name === 'string' && !assigned.has(name)) recorder.addVariable(name, env[name] ?? null);
  };
  return new Proxy(env, {
    get: (target, name) => {
      record(name);
      return Reflect.get(target, name) as unknown;
    },
    has: (target, name) => {
      record(name);
      return Reflect.has(target, name);
    },
    getOwnPropertyDescriptor: (target, name) => {
      record(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    // Whoever asks for the names asks for the values next, by the functions above.
    ownKeys: (target) => {
      if (assigned.size === 0) recorder.addAnswer(VARIABLES, () => answer(VARIABLES));
      return Reflect.ownKeys(target);
    },
    set: (target, name, value) => {
      assigned.add(name);
      return Reflect.set(target, name, value);
    },
    defineProperty: (target, name, property) => {
      assigned.add(name);
      return Reflect.defineProperty(target, name, property);
    },
    deleteProperty: (target, name) => {
      assigned.add(name);
      return Reflect.deleteProperty(target, name);
    },
  });
}
