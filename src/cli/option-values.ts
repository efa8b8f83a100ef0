/** The values that options and arguments may have. */
import { readDestination, type Destination } from '../deploy/s3-url.ts';

export interface OptionValue<Value> {
  /** `undefined` for an invalid text. */
  readonly read: (text: string) => Value | undefined;
  /** Describes valid values, in a sentence. */
  readonly expected: string;
}

export function integer(min: number, max: number): OptionValue<number> {
  return {
    read: (text) => {
      const number = Number(text);
      return text !== '' && Number.isInteger(number) && number >= min && number <= max ? number : undefined;
    },
    expected: `Expected a number from ${min} to ${max}.`,
  };
}

export const DESTINATION: OptionValue<Destination> = {
  read: readDestination,
  expected: 'Expected a bucket, with or without a folder: s3://bucket/folder',
};

export const WEB_ADDRESS: OptionValue<string> = {
  read: (text) => (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined),
  expected: 'Expected a URL such as https://s3.example.net.',
};

/** Ends with a slash, because file addresses are resolved against it. */
export const SITE_ADDRESS: OptionValue<string> = {
  read: (text) => {
    const address = WEB_ADDRESS.read(text);
    if (address === undefined) return undefined;
    const { origin, pathname } = new URL(address);
    return origin + pathname.replace(/\/?$/, '/');
  },
  expected: WEB_ADDRESS.expected,
};
