import type { Shot } from '../shot.ts'

/** Administration and one's own account. */
export const administrationShots: readonly Shot[] = [
  {
    name: 'console-people',
    username: 'admin',
    path: '/people',
    prepare: async (page) => {
      await page.locator('[data-row]').first().waitFor()
    },
  },
  {
    name: 'console-person',
    username: 'admin',
    path: '/people',
    prepare: async (page) => {
      await page.locator('[data-row]', { hasText: 'manager' }).click()
      await page.getByRole('combobox', { name: 'Roles' }).waitFor()
    },
  },
  {
    name: 'console-role-dark-zh',
    username: 'admin',
    path: '/roles',
    look: { language: 'zh-CN', scheme: 'dark' },
    prepare: async (page) => {
      await page.locator('[data-row]').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'console-client-wizard',
    username: 'admin',
    path: '/clients',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Register an application' }).click()
      await page.getByText('A backend (SERVICE)').waitFor()
    },
  },
  {
    name: 'console-account',
    username: 'finance2',
    path: '/account',
    look: { width: 1280, height: 1200 },
    prepare: async (page) => {
      await page.getByText('Codes from an authenticator app').waitFor()
      await page.getByRole('radio', { name: 'At once' }).waitFor()
    },
  },
  {
    name: 'console-account-phone-dark-zh',
    username: 'finance2',
    path: '/account',
    look: { language: 'zh-CN', scheme: 'dark', width: 390, height: 1000 },
    prepare: async (page) => {
      await page.getByRole('radio').first().waitFor()
    },
  },
]
