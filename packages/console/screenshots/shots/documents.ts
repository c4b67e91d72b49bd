import type { Page } from 'playwright-core'
import type { Shot } from '../shot.ts'

const openAgreement = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Supplier agreement' }).click()
  await page.getByRole('heading', { name: 'Supplier agreement' }).waitFor()
}

/** The library and one document. */
export const documentShots: readonly Shot[] = [
  {
    name: 'console-library',
    username: 'employee',
    path: '/documents',
    prepare: async (page) => {
      await page.getByText('Employee').first().waitFor()
    },
  },
  {
    name: 'console-compare',
    username: 'employee',
    path: '/documents',
    look: { width: 1280, height: 1100 },
    prepare: async (page) => {
      await openAgreement(page)
      await page.getByRole('tab', { name: 'Versions' }).click()
      await page.getByText('two years').waitFor()
    },
  },
  {
    name: 'console-access',
    username: 'employee',
    path: '/documents',
    prepare: async (page) => {
      await openAgreement(page)
      await page.getByRole('tab', { name: 'Access' }).click()
      await page.getByRole('combobox', { name: 'Add somebody' }).fill('finance')
      await page
        .getByRole('option', { name: /^finance/i })
        .first()
        .click()
      await page.getByRole('button', { name: 'Save access' }).click()
      await page.getByText('Access saved').waitFor()
      await page.getByRole('combobox', { name: 'Person' }).fill('finance')
      await page
        .getByRole('option', { name: /^finance/i })
        .first()
        .click()
      await page
        .getByText(/in the list of the document/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'console-document-dark-zh-phone',
    username: 'employee',
    path: '/documents',
    look: { language: 'zh-CN', scheme: 'dark', width: 390, height: 780 },
    prepare: async (page) => {
      await openAgreement(page)
      await page.getByText('two years').waitFor()
    },
  },
]
