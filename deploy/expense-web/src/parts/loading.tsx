import { useTranslation } from 'react-i18next'

/** Grey lines where the content will be, so that nothing jumps when it comes. */
export function Loading({ rows }: { readonly rows: number }) {
  const { t } = useTranslation()
  return (
    <div className="card skeleton" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  )
}
