import { t } from '@lingui/core/macro'
import { Group, Paper, Stack, Title } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ReactNode, Suspense, useId } from 'react'
import { ErrorState, LoadingState } from '../../../components/states.tsx'
import classes from './card.module.css'

/** Of the cards of a part. */
export const COLUMNS = { base: 1, lg: 2 }

interface Props {
  readonly title: string
  /** The link to the page that shows more. */
  readonly more?: ReactNode
  /** The expected height of the content, so that the layout does not shift. */
  readonly height?: number
  readonly children: ReactNode
}

/** One part of the home page. It loads, and fails, on its own. */
export const Card = ({ title, more, height = 120, children }: Props) => {
  const id = useId()
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id} miw={0}>
      <Group justify="space-between" align="baseline" gap="xs" mb="xs">
        <Title order={3} size="h4" id={id}>
          {title}
        </Title>
        {more ? <div className={classes.more}>{more}</div> : null}
      </Group>
      <CatchBoundary getResetKey={() => title} errorComponent={CardError}>
        <Suspense fallback={<LoadingState height={height} label={t`Loading: ${title}`} />}>{children}</Suspense>
      </CatchBoundary>
    </Paper>
  )
}

const CardError = ({ error, reset }: ErrorComponentProps) => {
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  const retry = (): void => {
    resetQueries()
    reset()
  }
  return <ErrorState error={error} reset={retry} />
}

/** A part of the home page for one kind of reader, with the cards of it. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  )
}
