import { act, fireEvent } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { show, speak } from '../../testing/page.tsx'
import { aFile } from '../../testing/uploads.ts'
import { UploadButton } from './upload-button.tsx'

beforeAll(() => speak('en'))

it.each([false, true])(
  'gives what is chosen, also the same file a second time (several: %s)',
  async (multiple) => {
    const onFiles = vi.fn<(files: readonly File[]) => void>()
    await show(<UploadButton multiple={multiple} onFiles={onFiles} />)
    const input = document.querySelector('input[type=file]')
    if (input === null) throw new Error('there is no input')
    const file = aFile('bill.txt', 3)
    // As in a browser: a choice that is the one before it is no change.
    const choose = (files: readonly File[]) => {
      if (files.length > 0 && 'value' in input && input.value === files[0]?.name) return
      let value = files[0]?.name ?? ''
      Object.defineProperty(input, 'files', { value: files, configurable: true })
      Object.defineProperty(input, 'value', {
        get: () => value,
        set(next: string) {
          value = next
        },
        configurable: true,
      })
      fireEvent.change(input)
    }
    await act(async () => [[file], [file], []].forEach(choose))
    expect(onFiles.mock.calls).toEqual([[[file]], [[file]]])
  },
)
