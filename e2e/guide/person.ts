import type { Token } from 'marked'
import type { Browser, Locator, Page } from 'playwright-core'
import { userNamed } from '../support/platform.ts'
import { signInByKeyboard } from '../support/console.ts'

/** The words of the guide that say what is done with the bold, the code or the link after them. */
const verbs = /\b(open|unfold|press|choose|write|into|in|sign in as|copy what stands below)\b/gi

/** Somebody who reads the guide and does in a browser what it says, no more. */
export interface Person {
  /** @throws Error at what is not said in words that are known, or is not on the page. */
  follow(item: readonly Token[]): Promise<void>
  /** What was copied, in this order. */
  readonly copied: readonly string[]
}

interface Doing {
  readonly browser: Browser
  readonly address: (url: string) => string
  readonly copied: string[]
  page?: Page
  /** What is to be written or chosen: its field comes after it. */
  value: string
  /** Whether what is pressed is said to be in the dialog, which goes when that is done. */
  isInDialog: boolean
}

/** @param address Where an address of the guide is on this machine. */
export function startPerson(browser: Browser, address: (url: string) => string): Person {
  const doing: Doing = { browser, address, copied: [], value: '', isInDialog: false }
  return {
    async follow(item) {
      let verb = ''
      for (const token of item) {
        if (token.type === 'text') {
          verb = lastVerb(token.raw) ?? verb
          doing.isInDialog = token.raw.includes('in the dialog')
        } else await act(doing, `${verb} ${token.type}`, 'text' in token ? String(token.text) : '')
      }
    },
    copied: doing.copied,
  }
}

async function act(doing: Doing, what: string, text: string): Promise<void> {
  if (what === 'open link') return openWindow(doing, text)
  const { page, copied } = doing
  if (page === undefined) throw new Error('the guide has opened no page yet')
  if (what.endsWith(' codespan')) return actOnCode(doing, page, what, text)
  switch (what) {
    case 'open strong':
      return page.getByRole('link', named(text)).first().click()
    case 'unfold strong':
      return unfold(page, text)
    case 'press strong':
      return press(doing, page, text)
    case 'choose strong':
      return page.getByRole('button', { name: text }).click()
    case 'into strong':
      return fieldOf(page, text).fill(doing.address(doing.value))
    case 'in strong':
      return choose(page, text, doing.value)
    case 'copy what stands below strong':
      return void copied.push(await textBelow(page, text))
    default:
      throw new Error(`the guide: "${what}" with "${text}"?`)
  }
}

async function actOnCode(doing: Doing, page: Page, what: string, text: string): Promise<void> {
  if (what.startsWith('press')) return page.keyboard.press(text)
  if (what.startsWith('sign in as')) return signInByKeyboard(page, text, userNamed(text).password)
  doing.value = text
  return undefined
}

/** Each address in a window of its own, in which nobody is signed in. */
async function openWindow(doing: Doing, url: string): Promise<void> {
  const context = await doing.browser.newContext({ locale: 'en', reducedMotion: 'reduce' })
  context.setDefaultTimeout(60_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  doing.page = await context.newPage()
  await doing.page.goto(doing.address(url))
}

/** A section of the navigation, which is open already where the window is high enough. */
async function unfold(page: Page, name: string): Promise<void> {
  const section = page.getByRole('button', named(name))
  if ((await section.getAttribute('aria-expanded')) === 'false') await section.click()
}

/** The dialog that was opened last is in front. */
async function press({ copied, isInDialog }: Doing, page: Page, name: string): Promise<void> {
  if (isInDialog) {
    const button = page.getByRole('dialog').getByRole('button', named(name))
    await button.click()
    return button.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', named(name)).last().click()
  if (name.startsWith('Copy '))
    copied.push(await page.evaluate<string>('navigator.clipboard.readText()'))
}

const named = (name: string) => ({ name, exact: true })

const lastVerb = (text: string): string | undefined =>
  [...text.matchAll(verbs)].at(-1)?.[0].toLowerCase()

/** The label of a field that must be filled ends with a star. */
const fieldOf = (page: Page, label: string): Locator =>
  page.getByLabel(new RegExp(`^${label}[ *]*$`)).and(page.locator('input'))

/** The second line of what a list has about something. */
async function textBelow(page: Page, name: string): Promise<string> {
  const line = page.getByRole('row').getByText(name, { exact: true }).last()
  return line.locator('xpath=following-sibling::*').innerText()
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label })
  await field.click()
  await page.getByRole('option', { name: option }).click()
  // A list of which several may be chosen stays open; where one is chosen, Escape closes the dialog.
  if ((await field.getAttribute('aria-expanded')) === 'true') await page.keyboard.press('Escape')
}
