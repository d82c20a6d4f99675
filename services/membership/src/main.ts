import { runService } from '@naughty-list/service-kit/lifecycle/service';
import { buildApp } from './app.ts';
import { openService } from './service.ts';

await runService(async () => {
  const { context, ...service } = await openService();
  return { ...service, app: buildApp(context) };
});
