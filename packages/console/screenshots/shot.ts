import type { Page } from 'playwright-core'
import type { Look } from './browser.ts'

/** One picture of docs/pictures. */
export interface Shot {
  /** Name of the file, without `.png`. */
  readonly name: string
  readonly username: string
  /** Path below `/console`. */
  readonly path: string
  readonly look?: Partial<Look>
  /** What is done before the picture is taken; it also waits for what shall be seen. */
  readonly prepare?: (page: Page) => Promise<void>
}
