import path from 'node:path';
import { afterFrames, buildIslands, type IslandSite } from './islands.ts';
import { serveOut } from './serve-out.ts';
import { useEngine, type Tab } from './tab.ts';

interface IslandTab {
  readonly tab: Tab;
  /** Releases the scripts, and waits for the islands that hydrate immediately. */
  readonly hydrate: () => Promise<void>;
  /** Holds back scripts whose address matches, until the returned function is called. */
  readonly hold: (scripts: RegExp) => () => void;
}

/** Starts the engine for a test file. The result opens a page with islands under the strictest policy, before its script has run. */
export function islandOpener(): (site: IslandSite) => Promise<IslandTab> {
  const openTab = useEngine();
  return async (site) => {
    const { root } = await buildIslands(site);
    const { url, hold } = await serveOut(path.join(root, 'out'));
    const release = hold(/^\/assets\/islands.*\.js$/);
    const tab = await openTab();
    await tab.leaveFor(url);
    await tab.until(() => document.querySelector('#end') !== null);
    const hydrate = async () => {
      release();
      await tab.until(() => document.readyState === 'complete');
      await tab.run(afterFrames);
    };
    return { tab, hydrate, hold };
  };
}

/** Passes the policy, unlike an element. */
export const addStyles = (tab: Tab, styles: string): Promise<void> =>
  tab.run((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, styles);
