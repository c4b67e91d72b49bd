import type { Page } from 'playwright-core'

/** Drops a file as from a folder of the desktop. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: 'text/plain' }))
    return data
  })()`)
  const zone = page.locator('[class*="_zone_"]')
  await zone.dispatchEvent('dragenter', { dataTransfer })
  await page.getByText('Drop the files to upload them here').waitFor()
  await zone.dispatchEvent('drop', { dataTransfer })
}
