import { FileInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { notifyProblem } from '../../../shared/toasts/notify.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { nameInFile } from './read-file.ts'

interface Props {
  readonly file: File | null
  /** As it stands in the form. */
  readonly name: string
  readonly error: string | undefined
  readonly onChange: (file: File | null, source: string) => void
  readonly onName: (name: string) => void
}

/** A file of another tool; which one is seen by what is in it. A name that nobody wrote follows the file. */
export function SourceInput({ file, name, error, onChange, onName }: Props) {
  const { t } = useTranslation('designer')
  const [proposed, setProposed] = useState('')
  const reset = useRef<() => void>(null)
  const read = async (chosen: File | null) => {
    const source = (await chosen?.text()) ?? ''
    onChange(chosen, source)
    // The browser tells nothing of a file that is chosen again, as after it was mended.
    reset.current?.()
    if (name !== '' && name !== proposed) return
    const next = nameInFile(source)
    setProposed(next)
    onName(next)
  }
  return (
    <FileInput
      label={t('new.source')}
      description={t('new.sourceHint')}
      accept=".bpmn,.xml,.json,application/json,application/xml"
      value={file}
      resetRef={reset}
      onChange={(chosen) => void read(chosen).catch(notifyProblem)}
      error={error}
      required
    />
  )
}
