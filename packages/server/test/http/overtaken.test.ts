import { expect, test } from 'vitest'
import { basic, startTestService } from '../../src/testing/test-service.ts'
import { expectProblem } from './support/expect-problem.ts'
import { post } from './support/send.ts'

test.each(['40P01', '40001'])('a call that repeatedly loses to others (%s) is asked to retry', async (state) => {
  await using service = await startTestService()
  const { pool } = service.database
  const { id, keys } = await service.createOrganization()
  await pool.query(`insert into users (org_id, id, user_name) values ($1, gen_random_uuid(), 'ada')`, [id])
  await pool.query(`
    create sequence attempts;
    create function lose() returns trigger language plpgsql as $$
    begin
      perform nextval('attempts');
      raise exception 'overtaken' using errcode = '${state}';
    end
    $$;
    create trigger lose before update on users for each row execute function lose()`)
  const body = { userAttributes: [{ userName: 'ada', attributes: { team: 'Blue' } }] }
  const answer = await post(service.baseUrl, '/v1/user-attributes/basic', body, basic(keys['all-permissions']))
  expectProblem(answer, 'unavailable')
  expect(answer.headers['retry-after']).toBe('2')
  const { rows } = await pool.query('select last_value as attempts from attempts')
  expect(rows[0].attempts).toBe(6)
})
