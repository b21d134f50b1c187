import { Alert, Button, Group } from '@mantine/core'
import { ApiError } from '../api/api-error.ts'

interface Props {
  readonly error: unknown
  /** Tries again. */
  readonly reset?: (() => void) | undefined
}

/** What went wrong in the words of the service, and the way on. */
export const ErrorState = ({ error, reset }: Props) => {
  const title = error instanceof ApiError ? error.problem.title : 'Something went wrong'
  const detail = error instanceof Error ? error.message : String(error)
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      {detail === title ? null : detail}
      {reset ? (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={reset}>
            Try again
          </Button>
        </Group>
      ) : null}
    </Alert>
  )
}
