// @module-tag chromium
import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityFaults } from './support/axe.ts'
import { startChromium } from './support/chromium.ts'
import { openConsole } from './support/console.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

/** As FlowLong's designer saves it: a program decides with the boss, and a delay follows. */
const model = {
  key: 'trip',
  name: 'Trip of elsewhere',
  nodeConfig: {
    type: 0,
    nodeName: '发起人',
    nodeKey: 'begin',
    childNode: {
      type: 1,
      nodeName: 'The boss',
      nodeKey: 'boss',
      setType: 2,
      examineLevel: 1,
      examineMode: 1,
      callAi: 'agent-7',
      rejectStrategy: 4,
      childNode: {
        type: 6,
        nodeName: 'Cool off',
        nodeKey: 'pause',
        delayType: 1,
        extendConfig: { time: '2:h' },
      },
    },
  },
}

it('a model of another tool is imported, what it could not carry over removed, a step added, and published', async () => {
  const { page, context, faults } = await openConsole(browser, 'admin', '/processes')
  await page.getByRole('button', { name: 'New process' }).click()
  const dialog = page.getByRole('dialog', { name: 'New process' })
  await dialog.getByText('From a file').click()
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'trip.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(model)),
  })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect.poll(() => name.inputValue()).toBe('Trip of elsewhere')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Key' }).fill(`trip-${randomUUID().slice(0, 8)}`)
  await dialog.getByRole('combobox', { name: 'Business type' }).click()
  await page.getByRole('option', { name: 'Expense' }).click()
  await dialog.getByRole('button', { name: 'Make the draft' }).click()

  const problems = page.getByRole('region', { name: 'Check' })
  await problems.getByText(/something that the other tool said is not done here/).click()
  await page.getByRole('button', { name: /What the other tool said/ }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Do without callAi: agent-7' }).click()
  await page.getByText('Nothing speaks against publishing it.').waitFor()

  await page.getByRole('button', { name: 'Add', exact: true }).last().click()
  await page.getByRole('menuitem', { name: 'Ask the application' }).click()
  await page.getByRole('textbox', { name: 'What is asked for' }).fill('book-trip')
  await page.getByRole('button', { name: 'Add', exact: true }).last().click()
  await page.getByRole('menuitem', { name: 'Wait' }).click()
  await page.getByText('A message', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('booked')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByText('Nothing speaks against publishing it.').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.locator('header').getByText('Published', { exact: true }).waitFor()
  // What is published here would make other starts ambiguous.
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Retire' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
  await page.locator('header').getByText('Retired', { exact: true }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
