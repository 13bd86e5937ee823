import { type Client, errors } from '@elastic/elasticsearch';

const PRIVILEGES = ['read', 'view_index_metadata'] as const;

/**
 * Is asked where nothing was found: to a login that may not read indices, Elasticsearch says that
 * there are none.
 * @throws {Error} that names the indices and the privileges that the login lacks
 */
export async function assertReadable(client: Client, names: readonly string[]): Promise<void> {
  const { index } = await client.security
    .hasPrivileges({ index: [{ names: [...names], privileges: [...PRIVILEGES] }] })
    .catch((error: unknown) => {
      // An Elasticsearch without logins does not know the question.
      if (error instanceof errors.ResponseError && error.statusCode === 400) return { index: {} };
      throw error;
    });
  const of: Readonly<Record<string, Readonly<Record<string, boolean>>>> = index;
  const lacking = PRIVILEGES.filter((one) => names.some((name) => of[name]?.[one] === false));
  if (lacking.length > 0)
    throw new Error(
      `This login lacks the privileges ${lacking.join(' and ')} on ${names.join(', ')}, and sees nothing of them: give it these (\`npm run access\` makes such logins), or use another login.`,
    );
}
