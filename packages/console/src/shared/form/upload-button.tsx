import { Button, FileButton, type ButtonProps } from '@mantine/core'
import { useRef } from 'react'

/** Lets somebody choose files of their computer: one, or with `multiple` any number of them. */
export function UploadButton(
  props: ButtonProps & {
    readonly accept?: string
    readonly multiple?: boolean
    readonly onFiles: (files: readonly File[]) => void
  },
) {
  const { accept, multiple = false, onFiles, ...look } = props
  const reset = useRef<() => void>(null)
  return (
    <FileButton<boolean>
      multiple={multiple}
      {...(accept === undefined ? {} : { accept })}
      resetRef={reset}
      onChange={(chosen) => {
        const files = [chosen ?? []].flat()
        // The browser tells nothing of a file that is chosen again, as after it was mended.
        reset.current?.()
        if (files.length > 0) onFiles(files)
      }}
    >
      {(button) => <Button {...look} {...button} />}
    </FileButton>
  )
}
