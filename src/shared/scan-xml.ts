/** Reads XML. The only file that calls `htmlparser2`, whose tokenizer has a mode for XML. It expands no entities of a document. */
import { Tokenizer } from 'htmlparser2';

export { QuoteType } from 'htmlparser2';

/** Called with offsets in the text, in its order. */
export type XmlVisitor = ConstructorParameters<typeof Tokenizer>[1];

export function scanXml(text: string, visitor: XmlVisitor): void {
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, visitor);
  tokenizer.write(text);
  tokenizer.end();
}
