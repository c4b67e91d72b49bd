import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf, uploadFile } from '../documents.ts'
import type { Attachment } from '../expenses.ts'
import { useServices } from '../services.ts'
import { Failure } from './failure.tsx'

/** Opens a document in a window of its own; the document service decides whether this user may. */
export function useOpenDocument() {
  const { api } = useServices()
  return useMutation({
    mutationFn: async (attachment: Attachment) => {
      // Opened at once, while the browser still knows that the person asked for it.
      const page = window.open('about:blank', '_blank')
      try {
        const address = await addressOf(api, attachment)
        if (page !== null) page.opener = null
        if (page !== null) page.location.href = address
      } catch (error) {
        page?.close()
        throw error
      }
    },
  })
}

export function AttachmentLinks({ attachments }: { readonly attachments: readonly Attachment[] }) {
  const { t } = useTranslation()
  const open = useOpenDocument()
  if (attachments.length === 0) return <p className="muted">{t('noFiles')}</p>
  return (
    <>
      <ul className="files">
        {attachments.map((attachment) => (
          <li key={attachment.versionId}>
            <button
              type="button"
              className="link"
              aria-label={t('openFile', { name: attachment.name })}
              onClick={() => open.mutate(attachment)}
            >
              {attachment.name}
            </button>
          </li>
        ))}
      </ul>
      {open.isError && <Failure error={open.error} />}
    </>
  )
}

interface AttachmentsFieldProps {
  readonly value: readonly Attachment[]
  readonly onChange: (value: readonly Attachment[]) => void
  readonly onBusy: (busy: boolean) => void
}

/** Sends files to the document service as they are chosen; the form keeps references. */
export function AttachmentsField({ value, onChange, onBusy }: AttachmentsFieldProps) {
  const { api } = useServices()
  const { t } = useTranslation()
  const id = useId()
  const upload = useMutation({
    mutationFn: (files: readonly File[]) => Promise.all(files.map((file) => uploadFile(api, file))),
    onMutate: () => onBusy(true),
    onSuccess: (added) => onChange([...value, ...added]),
    onSettled: () => onBusy(false),
  })
  return (
    <div className="field">
      <label htmlFor={id}>{t('attachments')}</label>
      <div className="drop">
        {upload.isPending ? t('uploading') : t('dropFiles')}
        <input
          id={id}
          type="file"
          multiple
          disabled={upload.isPending}
          onChange={({ target }) => {
            upload.mutate([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </div>
      <ul className="files">
        {value.map((attachment) => (
          <li key={attachment.versionId}>
            {attachment.name}
            <button
              type="button"
              className="quiet"
              aria-label={t('removeFile', { name: attachment.name })}
              onClick={() => onChange(value.filter((other) => other !== attachment))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {upload.isError && <Failure error={upload.error} />}
    </div>
  )
}
