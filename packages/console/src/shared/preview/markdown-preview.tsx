import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../text/i18n.ts'
import { renderMarkdown } from './markdown.tsx'
import classes from './preview.module.css'

/** A Markdown file as it is meant, or as it was written: what is decided on may be looked at both ways. */
export function MarkdownPreview({ text }: { readonly text: string }) {
  const { t } = useTranslation('preview')
  const [look, setLook] = useState<'formatted' | 'written'>('formatted')
  const formatted = useMemo(() => renderMarkdown(text), [text])
  const written = (
    <pre className={classes.text} tabIndex={0}>
      {text}
    </pre>
  )
  if (formatted === undefined) return written
  return (
    <>
      <SegmentedControl
        size="xs"
        mb="sm"
        aria-label={t('look.label')}
        value={look}
        onChange={setLook}
        data={[
          { value: 'formatted', label: t('look.formatted') },
          { value: 'written', label: t('look.written') },
        ]}
      />
      {look === 'formatted' ? formatted : written}
    </>
  )
}
