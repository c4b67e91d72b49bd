import type { Shot } from '../shot.ts'

/** Drawing processes, and what applications are told. */
export const designShots: readonly Shot[] = [
  {
    name: 'console-designer',
    username: 'admin',
    path: '/processes',
    look: { width: 1440, height: 900 },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'New process' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Large expenses')
      await dialog.getByLabel('Key').fill('large-expenses')
      await dialog.getByRole('combobox', { name: 'Business type' }).click()
      await page.getByRole('option', { name: 'Expense' }).click()
      await dialog.getByText('BPMN', { exact: true }).click()
      await dialog.getByRole('button', { name: 'Make the draft' }).click()
      await page.locator('[data-element-id=task1]').click()
      await page.getByText(/\d problems?/).waitFor()
    },
  },
  {
    name: 'console-steps',
    username: 'admin',
    path: '/processes',
    look: { width: 1440, height: 1000 },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'New process' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Travel')
      await dialog.getByLabel('Key').fill('travel')
      await dialog.getByRole('combobox', { name: 'Business type' }).click()
      await page.getByRole('option', { name: 'Expense' }).click()
      await dialog.getByRole('button', { name: 'Make the draft' }).click()
      await page.getByRole('heading', { level: 1, name: 'Travel' }).waitFor()
      await page.getByRole('button', { name: 'Add', exact: true }).last().click()
      await page.getByRole('menuitem', { name: 'Branches' }).click()
      await page.getByRole('button', { name: 'Add a condition' }).click()
      await page.getByRole('textbox', { name: 'Value' }).fill('500')
      await page.getByText('Nothing speaks against').waitFor()
    },
  },
  {
    name: 'console-deliveries',
    username: 'admin',
    path: '/deliveries',
    prepare: async (page) => {
      await page.locator('[data-row]').first().waitFor()
    },
  },
  {
    name: 'console-business-types',
    username: 'admin',
    path: '/business-types',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Expense' }).click()
      await page.getByText('reason', { exact: true }).waitFor()
    },
  },
]
