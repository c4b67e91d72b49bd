import { act, fireEvent } from '@testing-library/react'

// What a person does with a page, by the words that stand on it.

/** Where a person can be: in the dialog that is open, or on the page. */
const reach = (): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1) ?? document.body

/**
 * The field of this label, required or not. By what stands on the page, as {@link buttons}: the
 * library's own search looks at every pair of label and field.
 */
export function field(label: string): HTMLInputElement {
  const labels = [...reach().querySelectorAll('label')].filter(
    ({ textContent }) => textContent.replace(/ \*$/, '').trim() === label,
  )
  const found = labels.map(({ htmlFor }) => document.querySelector(`[id="${htmlFor}"]`))
  const [input] = found.filter((element) => element !== null)
  // A label belongs to a field of some kind; all have a value.
  if (input !== undefined) return input as HTMLInputElement
  throw new Error(`no field is called “${label}”`)
}

export const fill = (label: string, value: string): void => {
  fireEvent.change(field(label), { target: { value } })
}

/** The buttons of this name. By what they say, which is many times faster than by their role. */
export const buttons = (name: string): readonly HTMLButtonElement[] =>
  [...reach().querySelectorAll('button')].filter(
    (button) => (button.getAttribute('aria-label') ?? button.textContent).trim() === name,
  )

/** Presses the one button of this name. */
export async function press(name: string): Promise<void> {
  const [button, ...others] = buttons(name)
  if (button === undefined || others.length > 0) {
    throw new Error(`${others.length + (button === undefined ? 0 : 1)} buttons say “${name}”`)
  }
  await act(async () => void fireEvent.click(button))
}

/** What one would read on the page, or nothing where it does not stand. */
export const says = (text: string): boolean => document.body.textContent.includes(text)
