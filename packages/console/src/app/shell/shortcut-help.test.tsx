import { beforeAll, expect, it } from 'vitest'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { show, speak } from '../../testing/page.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'

beforeAll(() => speak('en'))

const run = () => undefined

function Frame() {
  useShortcuts([{ keys: 'g i', label: 'Go to the inbox', run }], false)
  return <ShortcutHelp opened onClose={run} />
}

function Page() {
  useShortcuts([{ keys: 'j', label: 'Next task', run }])
  return null
}

const rows = () => [...document.querySelectorAll('tr')].map(({ textContent }) => textContent)

it('lists what keys do on this page before what they do everywhere', async () => {
  await show(
    <>
      <Frame />
      <Page />
    </>,
  )
  expect(rows()).toEqual(['Next taskj', 'Go to the inboxg then i'])
})

it('speaks of no page that has no keys of its own', async () => {
  await show(<Frame />)
  expect(rows()).toEqual(['Go to the inboxg then i'])
  expect(document.body.textContent).not.toContain('On this page')
})
