/**
 * Opens a file in the user's editor: the one in the environment variable LAUNCH_EDITOR, or one that is running.
 *
 * @param place `/project/templates/pages/contact.tsx:5:10`, absolute
 */
export async function openEditor(place: string): Promise<void> {
  const { default: launch } = await import('launch-editor');
  launch(place);
}
