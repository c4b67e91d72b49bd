import { Progress, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useMay } from '../../me/me.ts'
import { useTranslation } from '../../text/i18n.ts'
import { UploadButton } from '../form/upload-button.tsx'
import { Icon } from '../icon.tsx'
import { ErrorAlert } from '../page/error-alert.tsx'
import type { Person } from '../people/person.ts'
import { uploadFor, type Attachment } from './queries.ts'

interface Props {
  readonly people: readonly Person[]
  readonly onUploaded: (attachment: Attachment) => void
  readonly onSending: (isSending: boolean) => void
}

/** Files of this computer, sent one after the other as they are chosen. */
export function UploadChoice(props: Props) {
  const { t } = useTranslation('attachments')
  const mayUpload = useMay('dms:document:write')
  const { upload, current } = useUploads(props)
  if (!mayUpload) return null
  return (
    <div>
      <UploadButton
        multiple
        variant="light"
        leftSection={<Icon name="upload" size={18} />}
        loading={upload.isPending}
        onFiles={(files) => upload.mutate(files)}
      >
        {t('upload')}
      </UploadButton>
      <Text size="sm" c="var(--console-soft)" mt={6}>
        {t('uploadHint')}
      </Text>
      {current !== undefined && (
        <>
          <Text size="sm" mt="xs" role="status">
            {t('sending', { name: current.name })}
          </Text>
          <Progress value={current.percent} aria-label={current.name} />
        </>
      )}
      {upload.data?.map(({ name, error }) => (
        <div key={name}>
          <Text size="sm" mt="xs">
            {t('unsent', { name })}
          </Text>
          <ErrorAlert error={error} />
        </div>
      ))}
    </div>
  )
}

/** Sends files, and says which one is on its way and how far; in the end, which were refused. */
function useUploads({ people, onUploaded, onSending }: Props) {
  const [current, setCurrent] = useState<{ readonly name: string; readonly percent: number }>()
  const abort = useRef<AbortController>(undefined)
  // Whoever closes the dialog no longer wants what is still on its way.
  useEffect(() => () => abort.current?.abort(), [])
  const upload = useMutation({
    mutationFn: async (files: readonly File[]) => {
      abort.current = new AbortController()
      const { signal } = abort.current
      const failed: { readonly name: string; readonly error: unknown }[] = []
      for (const file of files) {
        const { name, size } = file
        const tell = (sent: number) =>
          setCurrent({ name, percent: size === 0 ? 100 : (100 * sent) / size })
        try {
          onUploaded(await uploadFor(people, file, tell, signal))
        } catch (error) {
          if (signal.aborted) break
          failed.push({ name, error })
        }
      }
      return failed
    },
    onMutate: () => onSending(true),
    onSettled: () => {
      setCurrent(undefined)
      onSending(false)
    },
  })
  return { upload, current }
}
