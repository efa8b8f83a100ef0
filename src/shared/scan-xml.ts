/** Reads XML. The only file that calls `htmlparser2`, which has a mode for XML. It expands no entities of a document. */
import { Tokenizer } from 'htmlparser2';

export { Parser } from 'htmlparser2';

/** Called with offsets in the text, in its order. */
type XmlVisitor = ConstructorParameters<typeof Tokenizer>[1];

const ignore = () => {};
const IGNORED: XmlVisitor = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
};

export function scanXml(text: string, visitor: Partial<XmlVisitor>): void {
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, { ...IGNORED, ...visitor });
  tokenizer.write(text);
  tokenizer.end();
}
