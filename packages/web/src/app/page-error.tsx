import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ErrorState } from '../components/error-state.tsx'
import { retryPages } from './lazy-page.tsx'

/** In place of a page that could not be shown. The navigation around it stays. */
export const PageError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  useEffect(() => {
    document.title = 'Not shown · Rollcall'
    // Queries that failed are read again wherever the reader goes from here.
    resetQueries()
  }, [resetQueries])
  const retry = (): void => {
    resetQueries()
    retryPages()
    reset()
    void router.invalidate()
  }
  return <ErrorState error={error} reset={retry} />
}
