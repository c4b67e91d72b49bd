import '../theme/mantine.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { makeQueryClient } from '../app/query-client.ts'
import { loadTexts, startTexts } from '../text/i18n.ts'
import { colorSchemeManager, styleNonce } from '../theme/color-scheme.ts'
import { theme } from '../theme/theme.ts'
import { SharedPage } from './shared-page.tsx'

/** Shows what a share's address leads to, to whoever has it. */
export async function renderShared(): Promise<void> {
  startTexts()
  await loadTexts('common', 'visitor')
  const root = document.querySelector('#root')
  if (root === null) throw new Error('the page has no #root')
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
        getStyleNonce={styleNonce}
      >
        <QueryClientProvider client={makeQueryClient()}>
          <SharedPage token={location.pathname.slice('/console/shared/'.length)} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
