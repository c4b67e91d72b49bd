import type { Shot } from '../shot.ts'

/** The inbox and what is around one approval. */
export const approvalShots: readonly Shot[] = [
  {
    name: 'console-inbox',
    username: 'manager',
    path: '/inbox',
    prepare: async (page) => {
      await page.locator('[data-row]').first().waitFor()
    },
  },
  {
    name: 'console-decide',
    username: 'manager',
    path: '/inbox',
    look: { width: 1440, height: 900 },
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Conference tickets' }).click()
      await page.getByRole('heading', { name: 'Conference tickets' }).waitFor()
      await page.getByText('Expected path').waitFor()
      await page.frameLocator('iframe').getByText('€1,780.00').waitFor()
    },
  },
  {
    name: 'console-inbox-dark-zh',
    username: 'manager',
    path: '/inbox',
    look: { language: 'zh-CN', scheme: 'dark', width: 1440, height: 900 },
    prepare: async (page) => {
      await page.getByRole('link', { name: '上海出差住宿费' }).click()
      await page.getByText('预计路径').waitFor()
      await page.frameLocator('iframe').getByText('€2,360.00').waitFor()
    },
  },
  {
    name: 'console-inbox-phone',
    username: 'manager',
    path: '/inbox',
    look: { width: 390, height: 780 },
    prepare: async (page) => {
      await page.locator('[data-row]').first().waitFor()
    },
  },
  {
    name: 'console-decide-phone',
    username: 'manager',
    path: '/inbox',
    look: { width: 390, height: 780 },
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Conference tickets' }).click()
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await page.frameLocator('iframe').getByText('€1,780.00').waitFor()
    },
  },
  {
    name: 'console-start',
    username: 'employee',
    path: '/start/expense',
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Title' }).fill('Booth at the spring fair')
      await page.getByRole('textbox', { name: 'Number' }).fill('EX-2027-014')
      await page.getByRole('textbox', { name: 'Amount' }).fill('4800')
      await page.getByRole('textbox', { name: 'Reason' }).fill('new customers in the south')
      await page.getByText('Finance One, Finance Two').waitFor()
    },
  },
  {
    name: 'console-returned',
    username: 'employee',
    path: '/started?status=RETURNED',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Team dinner' }).click()
      await page.getByText('The list of guests is missing.').waitFor()
      await page.frameLocator('iframe').getByText('€412.80').waitFor()
    },
  },
  {
    name: 'console-dashboard',
    username: 'admin',
    path: '/dashboard',
    prepare: async (page) => {
      await page.getByRole('heading', { name: 'People with the most waiting' }).waitFor()
    },
  },
]
