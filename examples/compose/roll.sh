#!/bin/sh
# Replaces every container of the API by a new one, without downtime. Run it in the folder of docker-compose.yml. It needs
# one more port in API_PORT than containers run (API_PORT=3000-3001 for one container), and a proxy that sends requests
# only to ports whose /health/ready answers 200: examples/proxy/haproxy.cfg.
set -eu

running=$(docker compose ps --quiet api)
: "${running:?No container of the API runs. Start it with docker compose up --detach.}"
# What an interrupted run left behind could be of a former image.
docker compose rm --force api
for old in $running; do
  before=$(docker compose ps --quiet api)
  more=$(($(echo "$before" | wc -l) + 1))
  docker compose up --detach --no-deps --no-recreate --scale "api=$more" api
  new=$(docker compose ps --quiet api | grep -vF "$before")
  seconds=0
  until docker exec "$new" wget -q -O /dev/null http://127.0.0.1:3000/health/ready 2> /dev/null; do
    seconds=$((seconds + 1))
    if [ "$seconds" -gt 120 ]; then
      docker logs --tail 20 "$new" >&2
      docker rm --force "$new"
      echo 'The new container was not ready within 120 s and was removed. The old one still answers.' >&2
      exit 1
    fi
    sleep 1
  done
  # The proxy sees the new container with its next checks.
  sleep 3
  docker stop "$old"
  docker rm "$old"
done
