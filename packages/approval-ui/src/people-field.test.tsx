import { afterEach, describe, expect, it, vi } from 'vitest'
import { PeopleField } from './people-field.ts'
import { peopleOf, type FindPeople } from './people.ts'
import { people } from './testing/answers.ts'
import { findLanguage } from './text/texts.ts'

afterEach(() => document.body.replaceChildren())

const { employee, manager, finance1, finance2 } = people
const known = [employee, manager, finance1]

async function openField(changes: Partial<PeopleField> = {}) {
  const field = new PeopleField()
  const chosen: string[][] = []
  Object.assign(field, { texts: findLanguage('en').texts, label: 'Who', known, ...changes })
  field.addEventListener('change', (event) => chosen.push(peopleOf(event).map(({ name }) => name)))
  document.body.append(field)
  await field.updateComplete
  const input = field.renderRoot.querySelector('input')
  if (input === null) throw new Error('the field has no input')
  const texts = (selector: string) =>
    [...field.renderRoot.querySelectorAll(selector)].map(({ textContent }) => textContent.trim())
  return {
    field,
    chosen,
    input,
    offered: () => texts('[role=option]'),
    active: () => texts('[aria-selected=true]')[0],
    chips: () => texts('.chip').map((text) => text.replace(/\s*×$/, '')),
    key: async (key: string, isComposing = false) => {
      const init = { key, isComposing, bubbles: true, cancelable: true }
      const event = new KeyboardEvent('keydown', init)
      input.dispatchEvent(event)
      await field.updateComplete
      return event
    },
    type: async (text: string) => {
      input.value = text
      input.dispatchEvent(new Event('input'))
      await field.updateComplete
    },
  }
}

describe('choosing people', () => {
  it('offers whom the approval names, by part of the name', async () => {
    const { type, offered, key } = await openField()
    await key('ArrowDown')
    expect(offered()).toEqual([employee.name, manager.name, finance1.name])
    await type('FEL')
    expect(offered()).toEqual([finance1.name])
    await type('nobody at all')
    expect(offered()).toEqual([])
  })

  it('goes through them by arrows, round and round, and takes one by Enter', async () => {
    const { key, active, chosen } = await openField()
    await key('ArrowDown')
    expect(active()).toBe(employee.name)
    await key('ArrowUp')
    expect(active()).toBe(finance1.name)
    await key('ArrowDown')
    await key('ArrowDown')
    const enter = await key('Enter')
    // It must not send the form around the field.
    expect(enter.defaultPrevented).toBe(true)
    expect(chosen).toEqual([[manager.name]])
  })

  it('takes one person where one is meant, and hides the input until they are removed', async () => {
    const { field, key, chips, input, chosen } = await openField()
    await key('ArrowDown')
    await key('Enter')
    await field.updateComplete
    expect(chips()).toEqual([employee.name])
    expect(input.parentElement?.hidden).toBe(true)
    field.renderRoot.querySelector<HTMLButtonElement>('.chip button')?.click()
    await field.updateComplete
    expect(input.parentElement?.hidden).toBe(false)
    expect(chosen.at(-1)).toEqual([])
  })

  it('takes several where several are meant, nobody twice', async () => {
    const { field, key, offered, chips } = await openField({ multiple: true })
    await key('ArrowDown')
    await key('Enter')
    await field.updateComplete
    expect(offered()).toEqual([manager.name, finance1.name])
    await key('Enter')
    await field.updateComplete
    expect(chips()).toEqual([employee.name, manager.name])
  })

  it('closes the list by Escape, and nothing around it', async () => {
    const { key, offered } = await openField()
    const heard = vi.fn<() => void>()
    document.addEventListener('keydown', heard)
    await key('ArrowDown')
    heard.mockClear()
    await key('Escape')
    expect(offered()).toEqual([])
    expect(heard).not.toHaveBeenCalled()
    document.removeEventListener('keydown', heard)
  })

  it('leaves the keys of an input method to it', async () => {
    const { key, active, chosen } = await openField()
    await key('ArrowDown')
    await key('ArrowDown', true)
    await key('Enter', true)
    await key('Escape', true)
    expect([active(), chosen]).toEqual([employee.name, []])
  })

  it('says what is wrong with the choice', async () => {
    const { field, input } = await openField({ fault: 'Choose somebody' })
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(field.renderRoot.querySelector('[role=alert]')?.textContent).toBe('Choose somebody')
  })
})

describe('the host’s directory', () => {
  it('is asked when the person pauses, for what stands there then', async () => {
    const find = vi.fn<FindPeople>(async () => [finance2])
    const { type, offered } = await openField({ find })
    await type('王')
    await type(' 王芳 ')
    await expect.poll(offered).toEqual([finance2.name])
    expect(find.mock.calls.map(([query]) => query)).toEqual(['王芳'])
  })

  it('may find people by more than their names', async () => {
    const { type, offered } = await openField({ find: async () => [finance2] })
    await type('accounting')
    await expect.poll(offered).toEqual([finance2.name])
  })

  it('is not taken at its word for what was asked before', async () => {
    const asked: string[] = []
    const find: FindPeople = (query) => {
      asked.push(query)
      return query === 'wang' ? Promise.resolve([finance2]) : new Promise(() => undefined)
    }
    const { field, type, key, offered, chosen } = await openField({ find, multiple: true })
    await type('wang')
    await expect.poll(offered).toEqual([finance2.name])
    await type('liu')
    await key('Enter')
    await expect.poll(() => asked).toEqual(['wang', 'liu'])
    await key('Enter')
    expect([offered(), chosen]).toEqual([[], []])
    expect(field.renderRoot.querySelector('[role=status]')).toBeNull()
    await type('wang')
    await key('Enter')
    await key('ArrowDown')
    expect([offered().includes(finance2.name), chosen]).toEqual([false, [[finance2.name]]])
  })

  it('that fails leaves those to choose from who are known', async () => {
    const find = vi.fn<FindPeople>(() => Promise.reject(new TypeError('down')))
    const { type, offered } = await openField({ find })
    await type('mara')
    await expect.poll(() => find.mock.calls.length).toBe(1)
    expect(offered()).toEqual([manager.name])
  })

  it('is asked no more once the field is gone', async () => {
    const find = vi.fn<FindPeople>(async () => [])
    const { field, type } = await openField({ find })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await type('mara')
    field.remove()
    vi.advanceTimersByTime(1_000)
    vi.useRealTimers()
    expect(find).not.toHaveBeenCalled()
  })
})
