import geo.ApiClient;
import geo.api.*;
import geo.model.*;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/** Calls every operation once. Argument: the address. Prints a line per operation. */
public class Main {
  static final double LAT = 49.60982;
  static final double LNG = 6.13268;
  static final String LAND = "881fa3cd07fffff";
  static final String OTHER_LAND = "881fa3cd05fffff";
  static final String NO_CELL = "88fffffffffffff";
  static final String PLACE = "geonames-2960316";
  static final String AIRPORT = "ourairports-2563";
  static final int SEASON = 1;
  static final List<String> CITIES = List.of("LUX_Luxembourg", "LUX_Esch-sur-Sûre");

  static <Answer> void call(String operation, Callable<Answer> request, Predicate<Answer> isRight) {
    String outcome;
    try {
      Answer answer = request.call();
      outcome = isRight.test(answer) ? "ok" : "wrong data: " + answer;
    } catch (Exception failure) {
      outcome = failure.toString();
    }
    System.out.println(operation + " " + outcome.replace("\n", " "));
  }

  public static void main(String[] arguments) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer dev-internal"));
    CountriesApi countries = new CountriesApi(client);
    CitiesApi cities = new CitiesApi(client);
    LandsApi lands = new LandsApi(client);
    LocateApi locate = new LocateApi(client);
    PlacesApi places = new PlacesApi(client);
    MarkersApi markers = new MarkersApi(client);
    HealthApi health = new HealthApi(client);
    List<String> inCountries = List.of("LUX", "MCO");

    call("countriesFindAll", () -> countries.countriesFindAll(2L, null, null, null, null).getData(),
        it -> it.size() == 2 && it.get(0).getName().equals("Afghanistan"));
    call("countriesFindByIds", () -> countries.countriesFindByIds(List.of("LUX", "DEU", "XXX"), "fr", null),
        it -> it.getData().get(1).getName().equals("Allemagne") && it.getMissing().equals(List.of("XXX")));
    call("countriesFindByIdsBatch", () -> countries.countriesFindByIdsBatch(new CountryIds().ids(List.of("LUX", "DEU")), null),
        it -> it.getData().get(1).getId().equals("DEU") && it.getData().size() == 2);
    call("countriesFindByLocation", () -> countries.countriesFindByLocation(null, LAT, LNG, null, null, null).getData(),
        it -> it.get(0).getPopulation() > 600_000);
    call("countriesFindByName", () -> countries.countriesFindByName("holland", null, "fuzzy", null, null, null, null),
        it -> it.getData().get(0).getId().equals("NLD") && it.getMatchedNames().get(0).equals("Holland"));
    call("citiesFindByIds", () -> cities.citiesFindByIds(CITIES, null, null, null).getData(),
        it -> it.get(0).getLatlng().getLatitude() == LAT && it.get(1).getId().equals(CITIES.get(1)));
    call("citiesFindByIdsBatch", () -> cities.citiesFindByIdsBatch(new CityIds().ids(CITIES), null, null).getData(),
        it -> it.get(1).getId().equals(CITIES.get(1)));
    call("citiesFindByCountries", () -> cities.citiesFindByCountries(inCountries, 3, null, null, null).getData(), it -> it.size() == 3);
    call("citiesFindByLocation", () -> cities.citiesFindByLocation(null, LAT, LNG, null, null, null).getData(),
        it -> it.getRegionName().equals("Luxembourg"));
    call("citiesFindByName", () -> cities.citiesFindByName("luxemb", null, "fuzzy", null, null, null, inCountries, null, null, null, null),
        it -> it.getData().get(0).getId().equals(CITIES.get(0))
            && it.getMatchedNames().get(0) == null && it.getMatchedNames().get(1).equals("Luxembourg-Kirchberg"));
    call("landsFindByIds", () -> lands.landsFindByIds(List.of(LAND, OTHER_LAND), null, null).getData(),
        it -> it.get(0).getBiomePercents().get(it.get(0).getMainBiome()) == 100 && it.get(1).getId().equals(OTHER_LAND));
    call("landsFindByIdsBatch", () -> lands.landsFindByIdsBatch(new LandIds().ids(List.of(LAND, OTHER_LAND)), null).getData(),
        it -> it.get(0).getAltitude().doubleValue() > 200);
    call("landsFindByLocation", () -> lands.landsFindByLocation(LAND, null, null, 1, null, null).getData(),
        it -> it.size() == 7 && it.get(0).getId().equals(LAND));
    call("locate", () -> locate.locate(null, LAT, LNG, null, null, List.of("city", "time_zone"), null).getData(),
        it -> it.getCity().getName().equals("Luxembourg") && it.getTimeZone().equals("Europe/Luxembourg") && it.getLand() == null);
    List<Position> positions =
        List.of(new Position().lat(LAT).lng(LNG), new Position().landId(NO_CELL), new Position().lat(1e-5).lng(-1e-5));
    call("locateBatch", () -> locate.locateBatch(positions, null, null, null).getData(), it -> {
      Failure error = it.get(1).getError();
      return it.get(0).getLand().getId().equals(LAND) && it.get(0).getError() == null
          && error.getCode().equals("invalid_request") && error.getDetails().get(0).getPath().equals("land_id")
          && it.get(1).getCity() == null && it.get(2).getError() == null && it.get(2).getCountries().isEmpty();
    });
    call("search", () -> new SearchApi(client).search("lux", null, List.of("city", "region"), null, null, null, null, null, null).getData(),
        it -> it.get(0).getCity().getName().equals("Luxembourg")
            && it.get(1).getRegion().getName().equals("Luxembourg") && it.get(1).getCity() == null);
    call("placesFindByIds", () -> places.placesFindByIds(List.of(PLACE, AIRPORT), null).getData(),
        it -> it.get(0).getPopularity() == 0.6605 && it.size() == 2);
    call("placesFindByIdsBatch", () -> places.placesFindByIdsBatch(new PlaceIds().ids(List.of(PLACE, AIRPORT))).getData(),
        it -> it.get(0).getWebsite() == null && it.get(1).getWebsite().startsWith("https:"));
    call("placesFindByLocation", () -> places.placesFindByLocation(LAND, null, null, 10, List.of("capital", "airport"), null).getData(),
        it -> it.size() == 2 && it.get(0).getId().equals(PLACE) && it.get(1).getId().equals(AIRPORT));
    call("placesFindByName", () -> places.placesFindByName("lux", 1, null).getData(),
        it -> it.get(0).getId().equals(PLACE) && it.get(0).getPhotos().isEmpty());

    Callable<Marker> marker = () -> markers.markersFindByRadius(LAT, LNG, 500.0, SEASON).getData().stream()
        .filter(each -> each.getId().equals(PLACE)).findFirst().orElseThrow();
    MarkersUpdate update = new MarkersUpdate().id(PLACE).season(SEASON).icon(5).skin("gold");
    
    call("markersUpdate", () -> markers.markersUpdate(update), it -> it.getStatus().getValue().equals("ok"));
    call("markersFindByRadius", marker, it -> it.getIsBuilt() && it.getIcon() == 5 && it.getSkin().equals("gold"));
    call("markersRemove", () -> {
      markers.markersRemove(new MarkersRemove().id(PLACE));
      return marker.call();
    }, it -> !it.getIsBuilt());
    call("getData", () -> new DataApi(client).getData((String) null).getData(), it -> {
      Generation live = it.get(0).getLive();
      return live.getDocuments() == 250 && live.getSources().get(0).getBytes() > 0 && it.get(1).getLanguages().get("fr") > 0;
    });
    call("healthLive", () -> health.healthLive().getData(), Live::getLive);
    call("healthReady", () -> health.healthReady().getData(), Ready::getReady);
  }
}
