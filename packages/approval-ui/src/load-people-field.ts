/** What has become of the code of the field for people; `lost` when only the page loaded anew helps. */
export type Loaded = 'there' | 'failed' | 'lost'

let isLost = false

/**
 * Loads the field for people, which pages that show a panel seldom need. Browsers keep a module that
 * has failed as failed for as long as the page is open, and only the newest try again: once trying
 * `again` was in vain, every failure on this page is said to be for good.
 */
export async function loadPeopleField(again: boolean): Promise<Loaded> {
  try {
    await import('./people-field.ts')
    return 'there'
  } catch {
    isLost ||= again
    return isLost ? 'lost' : 'failed'
  }
}
