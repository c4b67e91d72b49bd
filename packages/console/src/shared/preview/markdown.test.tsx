import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import { show, speak } from '../../testing/page.tsx'
import { MarkdownPreview } from './markdown-preview.tsx'

beforeAll(() => speak('en', 'preview'))

const policy = `# Travel

### Trains

- before **planes**
- [x] by [rail](https://rail.example)

| class | who |
| ----- | --- |
| first | all |

<img src=x onerror=alert(1)> [here](javascript:alert(1)) ![plan](https://far.example/p.png)
`

it('shows headings without a gap between them, lists, tables and links', async () => {
  await show(<MarkdownPreview text={policy} />)
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Travel')
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Trains')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'before planes',
    '☑ by rail',
  ])
  expect(screen.getByRole('columnheader', { name: 'class' })).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://rail.example')
})

it('takes HTML for text, asks for no picture, and runs nothing', async () => {
  await show(<MarkdownPreview text={policy} />)
  expect(document.querySelector('img')).toBeNull()
  expect(document.body.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(document.body.textContent).toContain('here')
  expect(document.body.innerHTML).not.toContain('javascript:')
})

it('shows it as it was written, on request or where it is nested too deep', async () => {
  await show(<MarkdownPreview text={policy} />)
  await userEvent.click(screen.getByRole('radio', { name: 'As written' }))
  expect(document.querySelector('pre')?.textContent).toBe(policy)
  const deep = `${'>'.repeat(5_000)} x`
  await show(<MarkdownPreview text={deep} />)
  expect(screen.getByText(deep)).toBeTruthy()
})
